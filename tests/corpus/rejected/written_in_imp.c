// A program of the other language.
{ x = 0 and n >= 0 }
while x != n do
    x := x + 1
done
{ x = n }
