"""The JSON API: commands and questions of events and leagues over HTTP, made from their structs."""
