-- statement: totals
SELECT count(*) FILTER (WHERE coalesce(preco_vnd_prod, 0) <= 0 AND combo IS NOT TRUE AND materia_prima_prod IS NOT TRUE) AS sem_preco,
  count(*) FILTER (WHERE "ncmId" IS NULL AND combo IS NOT TRUE AND materia_prima_prod IS NOT TRUE) AS sem_ncm,
  count(*) FILTER (WHERE (promocao_ate AT TIME ZONE :tz)::date < (now() AT TIME ZONE :tz)::date) AS promocao_vencida
FROM produtos WHERE "lojaId" = :lojaId AND stt_prod
