module ignoredcancel

go 1.26.0
