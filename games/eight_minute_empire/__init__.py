"""Eight-Minute Empire (Ryan Laukat, Red Raven Games 2012): area majority with a row of cards."""
