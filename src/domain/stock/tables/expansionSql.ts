/** The composition of a product that is in force at a moment: that of a combo before its recipe. No row where there is none. */
export const inForce = (lojaId: string, produtoId: string, moment: string, also: string): string => `(
  SELECT v.itens FROM (
    SELECT DISTINCT ON (c.tipo) c.tipo, c.itens FROM estoque.composicoes c
    WHERE c."lojaId" = ${lojaId} AND c."produtoId" = ${produtoId} AND c.momento <= ${moment}${also} ORDER BY c.tipo, c.momento DESC) v
  WHERE jsonb_array_length(v.itens) > 0 ORDER BY v.tipo LIMIT 1)`

/**
 * Returns the goods that leave when one of a product is sold, by spans of time: a span begins whenever the product or something in it becomes
 * another. A product that would hold itself is taken as it is, so that no circle keeps anybody busy. `roots` narrows `composicoes c`, and `also` does
 * wherever it is read: rows on several machines are only found by a store that each reading names.
 */
const expansions = (roots: string, also = ''): string => `WITH RECURSIVE raizes AS (
    SELECT DISTINCT c."lojaId", c."produtoId" AS raiz FROM estoque.composicoes c WHERE ${roots}),
  partes AS (
    SELECT DISTINCT c."lojaId", c."produtoId" AS todo, i."produtoId" AS parte
    FROM estoque.composicoes c CROSS JOIN LATERAL jsonb_to_recordset(c.itens) i("produtoId" bigint, quantidade numeric)
    WHERE c."lojaId" IN (SELECT "lojaId" FROM raizes)${also}),
  alcance AS (
    SELECT "lojaId", raiz, raiz AS parte FROM raizes
    UNION SELECT a."lojaId", a.raiz, p.parte FROM alcance a JOIN partes p ON p."lojaId" = a."lojaId" AND p.todo = a.parte),
  marcos AS (
    SELECT DISTINCT a."lojaId", a.raiz, c.momento FROM alcance a
    JOIN estoque.composicoes c ON c."lojaId" = a."lojaId" AND c."produtoId" = a.parte${also}),
  periodos AS (
    SELECT "lojaId", raiz, momento AS de, lead(momento, 1, 'infinity') OVER (PARTITION BY "lojaId", raiz ORDER BY momento) AS ate FROM marcos),
  passos AS (
    SELECT "lojaId", raiz, de, ate, raiz AS "produtoId", 1::numeric AS quantidade, ARRAY[raiz] AS caminho,
      ${inForce('p."lojaId"', 'p.raiz', 'p.de', also)} AS itens FROM periodos p
    UNION ALL
    SELECT s."lojaId", s.raiz, s.de, s.ate, i."produtoId", s.quantidade * i.quantidade, s.caminho || i."produtoId",
      CASE WHEN i."produtoId" = ANY (s.caminho) THEN NULL ELSE ${inForce('s."lojaId"', 'i."produtoId"', 's.de', also)} END
    FROM passos s CROSS JOIN LATERAL jsonb_to_recordset(s.itens) i("produtoId" bigint, quantidade numeric)
    WHERE s.itens IS NOT NULL)
  SELECT "lojaId", raiz AS "produtoId", de, ate, "produtoId" AS "insumoId", sum(quantidade) AS quantidade
  FROM passos WHERE itens IS NULL AND cardinality(caminho) > 1 GROUP BY 1, 2, 3, 4, 5`

const ofStore = ' AND c."lojaId" = $1'

const INTO = 'INSERT INTO estoque.expansoes ("lojaId", "produtoId", de, ate, "insumoId", quantidade)'

/** All expansions of the store $1, or of every store where it is null. */
export const EXPAND_ALL = `${INTO} ${expansions('($1::bigint IS NULL OR c."lojaId" = $1)')}`

/** Those of the store $1. */
export const EXPAND_STORE = `${INTO} ${expansions('c."lojaId" = $1', ofStore)}`

/** Those of the store $1 for the products $2. */
export const EXPAND_SOME = `${INTO} ${expansions('c."lojaId" = $1 AND c."produtoId" = ANY ($2::bigint[])', ofStore)}`
