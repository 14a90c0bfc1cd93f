"""How the kernel is compiled, kept and run: machine code, room to work in, threads."""
