"""What people have with each other, and with their own data: friends, invitations, chat, export, erasure."""
