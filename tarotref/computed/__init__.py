"""What follows from facts: figures, payments, columns of comparison, odds, worked examples."""
