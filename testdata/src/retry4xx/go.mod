module retry4xx

go 1.26.0
