module freshtimeout

go 1.26.0
