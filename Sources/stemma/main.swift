print("stemma")
