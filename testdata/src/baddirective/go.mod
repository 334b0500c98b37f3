module baddirective

go 1.26.0
