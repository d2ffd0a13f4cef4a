"""What a person types: every command of `bookwheel`."""
