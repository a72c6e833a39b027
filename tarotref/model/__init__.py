"""What a record is, one class a concept."""
