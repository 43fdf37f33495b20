x := 0;
while x < 3 do x := x + 1 done
