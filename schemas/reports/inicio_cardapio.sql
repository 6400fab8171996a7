-- statement: totals
SELECT count(*) FILTER (WHERE coalesce(preco_vnd_prod, 0) <= 0 AND combo IS NOT TRUE AND ponte IS NOT TRUE AND materia_prima_prod IS NOT TRUE) AS sem_preco,
  count(*) FILTER (WHERE "ncmId" IS NULL AND combo IS NOT TRUE AND ponte IS NOT TRUE AND materia_prima_prod IS NOT TRUE) AS sem_ncm,
  count(*) FILTER (WHERE promocao_desconto > 0 AND (promocao_ate AT TIME ZONE :tz)::date < (now() AT TIME ZONE :tz)::date) AS promocao_vencida,
  -- Who issues no notes, or is no restaurant, has nothing to classify.
  count(*) FILTER (WHERE materia_prima_prod IS NOT TRUE
    AND (EXISTS (SELECT FROM "Loja_certificados" c WHERE c."lojaId" = :lojaId) OR EXISTS (SELECT FROM "NFCes" n WHERE n."lojaId" = :lojaId))
    AND coalesce((SELECT r.restaurante FROM "Loja_regimes" r WHERE r."lojaId" = :lojaId AND r.vigencia_inicio <= (now() AT TIME ZONE :tz)::date
      ORDER BY r.vigencia_inicio DESC LIMIT 1), true)
    AND NOT EXISTS (SELECT FROM "Produto_tratamentos" t WHERE t."lojaId" = :lojaId AND t."produtoId" = produtos.id AND t.tratamento IS NOT NULL)) AS sem_tratamento
FROM produtos WHERE "lojaId" = :lojaId AND stt_prod
