module nojitter

go 1.26.0
