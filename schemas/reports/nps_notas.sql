-- statement: rows
SELECT nota, count(n.id) AS respostas
FROM generate_series(0, 10) AS nota LEFT JOIN "Nps" n ON n.score = nota
WHERE EXISTS (SELECT FROM "Nps" WHERE score IS NOT NULL)
GROUP BY nota ORDER BY nota
