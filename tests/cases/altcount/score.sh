# Accuracy, recall and precision, behind the ranges or alone.
altcount --score '<article> <p>' '</p> </article>' site/*.html
altcount --method paper --score '<article> <p>' '</p> </article>' site/*.html
altcount --method paper --emit ranges --score '<article> <p>' '</p> </article>' site/*.html | tail -n 2
altcount --score '<none>' '</none>' site/*.html
