"""What a hand comes to: whose the cards are, what was done and declared, who pays whom (`reckoning`); worked examples (`examples`)."""
