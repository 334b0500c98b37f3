module github.com/retrylint/retrylint

go 1.26
