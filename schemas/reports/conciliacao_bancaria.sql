-- statement: rows
WITH recebidos AS (
  SELECT f.dia, (extract(hour FROM f.hora AT TIME ZONE :tz)::int / :intervalHour) * :intervalHour AS desde,
    coalesce(k.nome, m.nome) AS categoria, sum(f.valor) AS total
  FROM (
    SELECT * FROM resumos.f_recebimentos(:lojaId, :startDate, :endDate) s WHERE :horario <> 'CADA_DIA'
    UNION ALL SELECT * FROM resumos.f_recebimentos_cada_dia(:lojaId, :startDate, :endDate) d WHERE :horario = 'CADA_DIA'
  ) f
  JOIN moedas m ON m."lojaId" = :lojaId AND m.id = f."moedaId"
  LEFT JOIN (VALUES ('01', 'Dinheiro'), ('02', 'Cheque'), ('03', 'Cartão de crédito'), ('04', 'Cartão de débito'), ('05', 'Cartão da loja'), ('10', 'Vale-alimentação'),
    ('11', 'Vale-refeição'), ('12', 'Vale-presente'), ('13', 'Vale-combustível'), ('14', 'Duplicata'), ('15', 'Boleto'), ('16', 'Depósito'), ('17', 'Pix'),
    ('18', 'Transferência'), ('19', 'Fidelidade')) AS k(codigo, nome) ON k.codigo = m.cod_sat
  WHERE f.tipo_mov IN (1, 3) AND NOT f.correntista
  GROUP BY 1, 2, 3
)
SELECT to_char(dia, 'DD/MM/YYYY') || CASE WHEN :intervalHour < 24 THEN to_char(desde, ' FM00":00 às "') || to_char(desde + :intervalHour, 'FM00":00"') ELSE '' END AS data, categoria, total
FROM recebidos ORDER BY dia, desde, categoria
