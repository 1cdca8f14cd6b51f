# A paragraph in Thai or Burmese that repeats most of an earlier one goes; another one stays.
printf 'แมวตัวหนึ่งนอนอยู่ที่ท่าเรือทุกเช้าและไม่เคยจับหนูเลย\n\nเรือลำใหญ่ออกจากท่าเมื่อวานนี้พร้อมกับคนเก็บเกลือ\n' > a.txt
printf 'แมวตัวหนึ่งนอนอยู่ที่ท่าเรือทุกเย็นและไม่เคยจับหนูเลย\n\nคนทำขนมปังเปิดร้านก่อนพระอาทิตย์ขึ้นเสมอ\n' > b.txt
blockdedup -r --stub 0 a.txt b.txt
