-- The set of documents is read once for each question, with no more columns than that question needs: indexes answer most of it.
WITH sem_xml AS (
  SELECT documento, id, nome, serie, numero, emitida_em, valor, chave FROM fiscais.f_nfces(:lojaId, :startDate, :endDate) d
  WHERE vale AND NOT xml_ao_pedir AND situacao IN ('AUTORIZADA', 'CANCELADA', 'DENEGADA', 'DUVIDOSA')
    AND NOT EXISTS (SELECT FROM "NFe_transmissaos" t WHERE t."lojaId" = :lojaId AND t."nfceId" = d.id AND t.tipo = 'NOTA' AND t.estado = 'ACEITO')
  UNION SELECT documento, id, nome, serie, numero, emitida_em, valor, chave FROM fiscais.f_nfces(:lojaId, :startDate, :endDate)
  WHERE vale AND NOT xml_ao_pedir AND situacao = 'CANCELADA' AND xml_cancelamento IS NULL
  UNION ALL SELECT documento, id, nome, serie, numero, emitida_em, valor, chave FROM fiscais.f_nfes_emitidas(:lojaId, :startDate, :endDate)
  WHERE vale AND (situacao IN ('AUTORIZADA', 'CANCELADA', 'DENEGADA', 'DUVIDOSA') AND xml IS NULL OR situacao = 'CANCELADA' AND xml_cancelamento IS NULL)
  UNION ALL SELECT documento, id, nome, serie, numero, emitida_em, valor, chave FROM fiscais.f_nfes_recebidas(:lojaId, :startDate, :endDate)
  WHERE vale AND xml IS NULL AND situacao IN ('AUTORIZADA', 'CANCELADA', 'DENEGADA', 'DUVIDOSA')
), usados AS (
  SELECT 65 AS modelo, serie, numero FROM fiscais.f_nfces(:lojaId, :startDate, :endDate) WHERE vale AND numero > 0
  UNION ALL SELECT 55, serie, numero FROM fiscais.f_nfes_emitidas(:lojaId, :startDate, :endDate) WHERE vale AND numero > 0
  -- The last number before the period: what is missing between it and the first one is missing, too.
  UNION ALL SELECT 65, serie, max("nNF") FROM "NFCes"
  WHERE "lojaId" = :lojaId AND "dhEmi" < :startDate AND "dhEmi" >= :startDate - interval '62 days'
    AND coalesce(ambiente, (SELECT fiscais.f_ambiente(:lojaId))) = (SELECT fiscais.f_ambiente(:lojaId)) GROUP BY serie
  UNION ALL SELECT 55, serie, max(numero) FROM "NFe_emissaos"
  WHERE "lojaId" = :lojaId AND inutilizacao IS NOT TRUE AND emitida_em < :startDate AND emitida_em >= :startDate - interval '62 days'
    AND coalesce(ambiente, (SELECT fiscais.f_ambiente(:lojaId))) = (SELECT fiscais.f_ambiente(:lojaId)) GROUP BY serie
), vaos AS (
  SELECT modelo, serie, numero AS antes, lead(numero) OVER (PARTITION BY modelo, serie ORDER BY numero) AS depois FROM usados
), faltam AS (
  SELECT v.modelo, v.serie, n.numero, n.numero - row_number() OVER (PARTITION BY v.modelo, v.serie ORDER BY n.numero) AS ilha
  FROM vaos v CROSS JOIN LATERAL generate_series(v.antes + 1, least(v.depois - 1, v.antes + 1000)) AS n(numero)
  -- Counts, since a join would read all notes of the store for some numbers.
  WHERE v.depois > v.antes + 1 AND 0 = CASE v.modelo
    WHEN 65 THEN (SELECT count(*) FROM "NFCes" c WHERE c."lojaId" = :lojaId AND c.serie = v.serie AND c."nNF" = n.numero) ELSE 0 END
    AND NOT EXISTS (SELECT FROM "NFe_emissaos" e WHERE e."lojaId" = :lojaId AND coalesce(e.modelo, 55) = v.modelo AND e.serie = v.serie
      AND (e.numero = n.numero OR e.inutilizacao AND e.situacao = 'INUTILIZADA' AND n.numero BETWEEN e.numero AND e.numero_final))
), fechamento AS (
  SELECT fechado_em FROM "Contador_arquivo"
  WHERE "lojaId" = :lojaId AND "anoMesReferencia" = to_char(:startDate AT TIME ZONE :tz, 'YYYY-MM') AND fechado_em IS NOT NULL
)

-- statement: furos
SELECT CASE modelo WHEN 65 THEN 'NFC-e' ELSE 'NF-e' END AS documento, serie, min(numero) AS de, max(numero) AS ate, count(*) AS qtd
FROM faltam WHERE :lojaId IS NOT NULL GROUP BY modelo, serie, ilha ORDER BY 1, 2, 3

-- statement: nfce_sem_xml
SELECT id, serie, numero, emitida_em, valor, chave FROM sem_xml WHERE :lojaId IS NOT NULL AND documento = 'NFC-e' ORDER BY serie, numero

-- statement: nfe_sem_xml
SELECT id, nome, serie, numero, emitida_em, valor FROM sem_xml WHERE :lojaId IS NOT NULL AND documento = 'NF-e' ORDER BY serie, numero

-- statement: recebidas_sem_xml
SELECT id, nome, numero, emitida_em, valor FROM sem_xml WHERE :lojaId IS NOT NULL AND documento = 'RECEBIDA' ORDER BY emitida_em, id

-- statement: totals
, sem_nota AS (
  SELECT coalesce(sum(linhas), 0)::bigint AS qtd, coalesce(sum(valor_final), 0) AS valor
  FROM resumos.f_vendas_sem_nota(:lojaId, :startDate, :endDate)
), notas AS (
  SELECT * FROM (
    SELECT coalesce(sum(valor) FILTER (WHERE situacao = 'AUTORIZADA'), 0) AS nfce, count(*) FILTER (WHERE situacao = 'CANCELADA') AS nfce_canceladas,
      count(*) FILTER (WHERE situacao = 'PENDENTE') AS nfce_pendentes, count(*) FILTER (WHERE situacao = 'INUTILIZADA') AS inutilizadas
    FROM fiscais.f_nfces(:lojaId, :startDate, :endDate) WHERE vale
  ) c CROSS JOIN (
    SELECT coalesce(sum(valor) FILTER (WHERE situacao = 'AUTORIZADA'), 0) AS nfe, count(*) FILTER (WHERE situacao = 'CANCELADA') AS nfe_canceladas,
      count(*) FILTER (WHERE situacao IN ('DIGITACAO', 'PROCESSAMENTO')) AS nfe_pendentes
    FROM fiscais.f_nfes_emitidas(:lojaId, :startDate, :endDate) WHERE vale
  ) e CROSS JOIN (
    SELECT coalesce(sum(valor) FILTER (WHERE situacao = 'AUTORIZADA'), 0) AS recebidas
    FROM fiscais.f_nfes_recebidas(:lojaId, :startDate, :endDate) WHERE vale
  ) r
), compras AS (
  SELECT count(*) FILTER (WHERE manifestacao IS NULL) AS sem_manifestacao, count(*) FILTER (WHERE entrada IS NOT TRUE) AS sem_entrada
  FROM nfes WHERE "lojaId" = :lojaId AND coalesce("cSitNFe", 1) = 1 AND "dhEmi" >= :startDate AND "dhEmi" < :endDate + interval '1 millisecond'
), sessoes AS (
  SELECT count(*) AS a_conferir, count(*) FILTER (WHERE divergencia <> 'SEM') AS com_diferenca
  FROM caixas WHERE "lojaId" = :lojaId AND status = 1 AND aberto_em >= :startDate AND aberto_em < :endDate + interval '1 millisecond'
)
SELECT coalesce((SELECT sum(valor_final) FROM resumos.f_vendas(:lojaId, :startDate, :endDate) WHERE tipo_mov = 1), 0) AS vendas,
  notas.*, sem_nota.qtd AS sem_nota, sem_nota.valor AS sem_nota_valor, compras.*,
  sessoes.a_conferir AS caixas_a_conferir, sessoes.com_diferenca AS caixas_com_diferenca,
  (SELECT count(*) FROM faltam) AS faltam_numeros, (SELECT count(*) FROM sem_xml) AS sem_xml,
  (SELECT count(*) FROM "Conta" WHERE "lojaId" = :lojaId AND "classificacaoId" IS NULL
    AND vencimento BETWEEN (:startDate AT TIME ZONE :tz)::date AND (:endDate AT TIME ZONE :tz)::date) AS contas_sem_classificacao,
  (SELECT count(*) FROM "Conta_extratos" WHERE "lojaId" = :lojaId AND situacao = 'CONCILIAR'
    AND data BETWEEN (:startDate AT TIME ZONE :tz)::date AND (:endDate AT TIME ZONE :tz)::date) AS banco_a_conciliar,
  (SELECT count(*) FROM fechamento) AS fechado,
  (SELECT count(*) FROM fechamento f CROSS JOIN LATERAL fiscais.f_documentos(:lojaId, :startDate, :endDate) d WHERE d.vale AND f.fechado_em < coalesce(
      CASE d.documento WHEN 'NFC-e' THEN (SELECT n."createdAt" FROM "NFCes" n WHERE n."lojaId" = :lojaId AND n.id = d.id)
        WHEN 'NF-e' THEN (SELECT n."createdAt" FROM "NFe_emissaos" n WHERE n."lojaId" = :lojaId AND n.id = d.id)
        ELSE (SELECT n."createdAt" FROM nfes n WHERE n."lojaId" = :lojaId AND n.id = d.id) END, f.fechado_em))
  + (SELECT count(*) FROM "NFe_transmissaos" t CROSS JOIN fechamento f WHERE t."lojaId" = :lojaId AND t.tipo = 'CANCELAMENTO' AND t.estado = 'ACEITO'
    AND t.decidida_em > f.fechado_em AND substr(t.chave, 3, 4) = to_char(:startDate AT TIME ZONE :tz, 'YYMM'))
  -- Sales and payments of the month that came, changed or were cancelled since, at the till or here: one that a till without a network sends late says an
  -- older moment. A note that came or changed since counts itself; a sale that went leaves nothing to count.
  + (SELECT count(*) FROM "Movimentos" m CROSS JOIN fechamento f WHERE m."lojaId" = :lojaId AND m."tipoMovimentoId" = 1 AND m.simulada IS NOT TRUE
    AND m.contado_em >= :startDate AND m.contado_em < :endDate + interval '1 millisecond'
    AND (greatest(m."createdAt", m.alterado_em, m.deletado_em) > f.fechado_em OR m."updatedAt" > f.fechado_em AND NOT EXISTS (
      SELECT FROM "NFCes" n WHERE n."lojaId" = :lojaId AND n."movimentoId" = m.id AND n."updatedAt" > f.fechado_em)))
  + (SELECT count(*) FROM "Conta" c CROSS JOIN fechamento f WHERE c."lojaId" = :lojaId AND c."updatedAt" > f.fechado_em
    AND c.pagamento BETWEEN (:startDate AT TIME ZONE :tz)::date AND (:endDate AT TIME ZONE :tz)::date) AS depois_do_fechamento
FROM notas CROSS JOIN sem_nota CROSS JOIN compras CROSS JOIN sessoes
