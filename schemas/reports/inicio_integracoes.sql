WITH falhas AS (
  SELECT name AS nome, since AS desde, reason AS motivo FROM system.failing_services WHERE "toldAt" > now() - interval '1 day'
)

-- statement: array
SELECT nome, desde, motivo FROM falhas ORDER BY desde, nome

-- statement: totals
SELECT count(*) AS falhando FROM falhas
