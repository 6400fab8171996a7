-- statement: totals
SELECT count(*) FILTER (WHERE preco_vnd_prod <= 0 AND NOT combo AND NOT materia_prima_prod) AS sem_preco,
  count(*) FILTER (WHERE "ncmId" IS NULL AND NOT combo AND NOT materia_prima_prod) AS sem_ncm,
  count(*) FILTER (WHERE (promocao_ate AT TIME ZONE :tz)::date < (now() AT TIME ZONE :tz)::date) AS promocao_vencida
FROM produtos WHERE "lojaId" = :lojaId AND stt_prod
