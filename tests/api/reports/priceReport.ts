import type { DefinitionFile } from '../../../src/model/read.ts'

const file = (path: string, value: unknown): DefinitionFile => ({ path, text: JSON.stringify(value, null, 2) })

/** Reports whose rows end after two: statements that go together, one alone, a plan. */
const named = { properties: { nome: { type: 'string', title: 'Nome' } } }
const cut = (path: string, more: object) =>
  file(`reports/teste_${path}.schema.json`, {
    title: `Teste ${path}`,
    path: `relatorio/${path}`,
    gate: 'estoque_relatorios',
    result: { items: named, maxItems: 2 },
    ...more,
  })
const byName = { register: 'produtos', groups: { nome: 'desc_prod' }, measures: { quantos: { count: true } }, order: ['nome'] }

const money = (title: string) => ({ type: 'number', format: 'money', title })

/** A report of the tests' own over products: every word of an answer, every way to ask. */
export const prices: readonly DefinitionFile[] = [
  file('reports/teste_precos.schema.json', {
    title: 'Preços',
    path: 'relatorio/teste/precos',
    gate: 'estoque_relatorios',
    parameters: {
      type: 'object',
      properties: {
        dateRange: { filter: 'dateRange' },
        groups: { filter: 'groups' },
        minimo: { type: 'number', format: 'money', title: 'Preço mínimo', minimum: 0 },
        order: {
          type: 'string',
          title: 'Ordem',
          oneOf: [
            { const: 'preco', title: 'Preço' },
            { const: 'nome', title: 'Nome' },
          ],
          default: 'nome',
        },
        espera: { type: 'integer', title: 'Espera', maximum: 30 },
      },
      required: ['dateRange'],
    },
    result: {
      type: 'object',
      properties: {
        array: {
          type: 'array',
          title: 'Produtos',
          items: {
            properties: {
              desc_prod: { type: 'string', title: 'Produto' },
              preco: money('Preço'),
              criado: { type: 'string', format: 'dateTime', title: 'Criado em' },
              dia: { type: 'string', format: 'date', title: 'Dia' },
            },
          },
        },
        total: { ...money('Total'), sum: 'array.preco' },
        medio: money('Preço médio'),
        quantidade: { type: 'integer', title: 'Quantidade' },
        zona: { type: 'string', title: 'Fuso' },
        porGrupo: {
          keyed: ['grupo', 'dia'],
          value: 'total',
          items: {
            properties: {
              grupo: { type: 'string', title: 'Grupo' },
              dia: { type: 'string', format: 'date', title: 'Dia' },
              total: money('Total'),
            },
          },
        },
        arvore: {
          tree: { key: 'chave', parent: 'pai', children: 'filhos' },
          items: { properties: { nome: { type: 'string', title: 'Nome' }, valor: money('Valor') } },
        },
      },
    },
  }),
  {
    path: 'reports/teste_precos.sql',
    text: `
-- Products of the period.
WITH itens AS (
  SELECT p.*, g.nome AS grupo FROM produtos p LEFT JOIN grupos g ON g."lojaId" = p."lojaId" AND g.id = p."grupoId"
  WHERE p."lojaId" = :lojaId AND p."createdAt" BETWEEN :startDate AND :endDate
    AND (:groups IS NULL OR p."grupoId" = ANY(:groups)) AND (:minimo IS NULL OR p.preco_vnd_prod >= :minimo)
)
-- statement: array
SELECT desc_prod, preco_vnd_prod AS preco, "createdAt" AS criado, ("createdAt" AT TIME ZONE :tz)::date AS dia FROM itens
ORDER BY CASE :order WHEN 'preco' THEN preco_vnd_prod END DESC, desc_prod;
-- statement: totals
SELECT avg(preco_vnd_prod) AS medio, count(*) AS quantidade, :tz AS zona FROM itens, pg_sleep(coalesce(:espera, 0))
-- statement: porGrupo
SELECT grupo, ("createdAt" AT TIME ZONE :tz)::date AS dia, sum(preco_vnd_prod) AS total FROM itens GROUP BY 1, 2 ORDER BY 1, 2
-- statement: arvore
SELECT 'g' || coalesce("grupoId", 0) AS chave, NULL AS pai, grupo AS nome, sum(preco_vnd_prod) AS valor FROM itens GROUP BY "grupoId", grupo
UNION ALL SELECT 'p' || id, 'g' || coalesce("grupoId", 0), desc_prod, preco_vnd_prod FROM itens ORDER BY 1
`,
  },
  file('reports/teste_grupos.schema.json', {
    title: 'Produtos por grupo',
    path: 'relatorio/grupos',
    gate: 'estoque_relatorios',
    parameters: {
      type: 'object',
      properties: {
        dateRange: { filter: 'dateRange' },
        groups: { filter: 'groups' },
        minimo: { type: 'number', format: 'money', title: 'Preço mínimo' },
      },
    },
    result: {
      items: {
        properties: {
          grupo: { type: 'string', title: 'Grupo' },
          dia: { type: 'string', format: 'date', title: 'Dia' },
          hora: { type: 'integer', title: 'Hora' },
          semana: { type: 'integer', title: 'Dia da semana' },
          mes: { type: 'string', title: 'Mês' },
          produtos: { type: 'integer', title: 'Produtos' },
          precos: { type: 'integer', title: 'Preços diferentes' },
          soma: money('Soma'),
          medio: money('Médio'),
          menor: money('Menor'),
          maior: money('Maior'),
        },
      },
    },
    plan: {
      rows: {
        register: 'produtos',
        where: {
          createdAt: { between: ['$startDate', '$endDate'] },
          or: [{ grupoId: { inq: '$groups' } }, { preco_vnd_prod: { gte: '$minimo' } }],
        },
        groups: {
          grupo: 'grupo.nome',
          dia: { field: 'createdAt', part: 'day' },
          hora: { field: 'createdAt', part: 'hour' },
          semana: { field: 'createdAt', part: 'weekday' },
          mes: { field: 'createdAt', part: 'month' },
        },
        measures: {
          produtos: { count: true },
          precos: { count: 'preco_vnd_prod' },
          soma: { sum: 'preco_vnd_prod' },
          medio: { avg: 'preco_vnd_prod' },
          menor: { min: 'preco_vnd_prod' },
          maior: { max: 'preco_vnd_prod' },
        },
        having: { soma: { gt: 0.1 } },
        order: ['soma DESC'],
        limit: 3,
      },
    },
  }),
  cut('juntas', { result: { properties: { array: { items: named, maxItems: 2 }, todos: { type: 'integer', title: 'Todos' } } } }),
  {
    path: 'reports/teste_juntas.sql',
    text: `WITH itens AS (SELECT desc_prod AS nome FROM produtos WHERE "lojaId" = :lojaId)
-- statement: array
, mais AS (SELECT nome FROM itens) SELECT nome FROM mais ORDER BY nome
-- statement: totals
SELECT count(*) AS todos FROM itens`,
  },
  cut('uma', {}),
  {
    path: 'reports/teste_uma.sql',
    text: '-- statement: rows\nSELECT desc_prod AS nome FROM produtos WHERE "lojaId" = :lojaId ORDER BY nome',
  },
  cut('plano', { plan: { rows: byName } }),
  file('reports/teste_precos.ui.json', {
    menu: 'estoque',
    layout: [
      {
        cards: [
          { title: 'Total', value: 'total' },
          { title: 'Itens', value: { count: 'array' } },
        ],
      },
      { table: { rows: 'array', columns: ['desc_prod', 'preco'] } },
    ],
  }),
]
