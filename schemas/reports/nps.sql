WITH contados AS (
  SELECT count(*) AS todos, count(*) FILTER (WHERE score >= 9) AS promotores,
    count(*) FILTER (WHERE score IN (7, 8)) AS passivos, count(*) FILTER (WHERE score <= 6) AS detratores
  FROM "Nps" WHERE score IS NOT NULL
)

-- statement: promotores
SELECT promotores AS count, coalesce(promotores * 100.0 / nullif(todos, 0), 0) AS percentage FROM contados

-- statement: passivos
SELECT passivos AS count, coalesce(passivos * 100.0 / nullif(todos, 0), 0) AS percentage FROM contados

-- statement: detratores
SELECT detratores AS count, coalesce(detratores * 100.0 / nullif(todos, 0), 0) AS percentage FROM contados

-- statement: totals
SELECT coalesce((promotores - detratores) * 100.0 / nullif(todos, 0), 0) AS score FROM contados
