"""Between the network and the pages: limits on connections, requests and sockets."""
