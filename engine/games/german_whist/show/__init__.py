"""What people are shown of it: pictures, words, rules pages."""
