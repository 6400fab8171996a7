-- statement: conta
SELECT ano, CASE WHEN antes THEN 'Até ' || ano ELSE ano::text END AS cenario, preco, preco * parte AS sem_novos, icms / qtd AS icms, pis / qtd AS pis, cofins / qtd AS cofins,
  cbs / qtd AS cbs, ibs / qtd AS ibs, outros / qtd AS outros, custo / qtd AS custo, credito / qtd AS credito, margem / qtd AS margem, preco_mantem,
  preco_mantem * 100 / preco - 100 AS aumento
FROM escolhidos WHERE "produtoId" = :produtoId AND :lojaId IS NOT NULL ORDER BY ano

-- statement: meses
, pedacos AS (
  SELECT greatest(m::date, :startDate) AS inicio, least((m + interval '1 month - 1 day')::date, :endDate) AS fim
  FROM generate_series(date_trunc('month', :startDate::timestamp), date_trunc('month', :endDate::timestamp), interval '1 month') m
)
SELECT to_char(pedacos.inicio, 'MM/YYYY') AS mes, pedacos.inicio, pedacos.fim, sum(f.qtd) AS qtd, sum(f.valor_final) AS receita, sum(f.custo) AS custo
FROM pedacos
CROSS JOIN (SELECT resumos.f_zona(:lojaId) AS zona) z
CROSS JOIN LATERAL resumos.f_produtos(:lojaId, pedacos.inicio::timestamp AT TIME ZONE z.zona, (pedacos.fim + 1)::timestamp AT TIME ZONE z.zona - interval '1 millisecond') f
WHERE f.tipo_mov = 1 AND f."produtoId" = :produtoId GROUP BY 1, 2, 3 ORDER BY 2

-- statement: totals
SELECT max(descricao) AS descricao, max(classe) AS classe, max(classe_nome) AS classe_nome, max(reducao_cbs) AS reducao_cbs, max(reducao_ibs) AS reducao_ibs,
  max(qtd) AS qtd, max(valor) AS receita, max(custo) FILTER (WHERE antes) AS custo
FROM escolhidos WHERE "produtoId" = :produtoId AND :lojaId IS NOT NULL
