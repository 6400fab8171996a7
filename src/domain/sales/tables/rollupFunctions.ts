import { DEFAULT_ZONE } from '../../../base/dates.ts'
import { quotedIdentifier, quotedIdentifiers } from '../../../server/domain.ts'
import { appOrderRollups } from './appOrderRollups.ts'
import { type Rollup, rollups, salesWithoutNote } from './rollup.ts'
import { archivedTable, rollupSchema, rollupSumsSql, rollupTable, type SalesScope } from './rollupSql.ts'

const S = rollupSchema

const rollup = (name: string): Rollup => {
  const found = [...rollups, ...appOrderRollups].find(each => each.name === name)
  if (!found) throw new Error(`No such rollup: ${name}`)
  return found
}

/** The moment at which a range that ends with `fim` is over: an end is its last millisecond. */
const over = `(fim + interval '1 millisecond')`

const zone = `(SELECT ${S}.f_zona(loja))`

/** The functions that readers share: the store's zone, and the whole days and months inside a range. */
const days: readonly string[] = [
  `CREATE OR REPLACE FUNCTION ${S}.f_zona(loja bigint) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
   AS $$ SELECT coalesce((SELECT l.fuso_horario FROM public.lojas l WHERE l.id = loja AND l."lojaId" = loja), '${DEFAULT_ZONE}') $$`,
  `CREATE OR REPLACE FUNCTION ${S}.f_primeiro_dia(loja bigint, inicio timestamptz) RETURNS date LANGUAGE sql STABLE PARALLEL SAFE
   AS $$ SELECT ((inicio AT TIME ZONE ${S}.f_zona(loja)) + interval '1 day' - interval '1 microsecond')::date $$`,
  `CREATE OR REPLACE FUNCTION ${S}.f_depois_do_ultimo_dia(loja bigint, fim timestamptz) RETURNS date LANGUAGE sql STABLE PARALLEL SAFE
   AS $$ SELECT (${over} AT TIME ZONE ${S}.f_zona(loja))::date $$`,
  `CREATE OR REPLACE FUNCTION ${S}.f_inicio_do_dia(loja bigint, dia date) RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE
   AS $$ SELECT dia::timestamp AT TIME ZONE ${S}.f_zona(loja) $$`,
]

/**
 * A, B or C of a product by its place in the order of a measure: `ate` is the share up to it of the whole, `de`. Up to 80 % is A, up to 95 % B;
 * the first is A even where it alone has more, and what adds nothing is C.
 */
const classes = `CREATE OR REPLACE FUNCTION ${S}.f_classe(valor numeric, lugar bigint, ate numeric, de numeric) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT CASE WHEN valor <= 0 THEN 'C' WHEN lugar = 1 OR ate * 100 <= de * 80 THEN 'A'
    WHEN ate * 100 <= de * 95 THEN 'B' ELSE 'C' END $$`

const firstDay = `(SELECT ${S}.f_primeiro_dia(loja, inicio))`
const lastDay = `(SELECT ${S}.f_depois_do_ultimo_dia(loja, fim))`
const firstMonth = `(SELECT date_trunc('month', ${S}.f_primeiro_dia(loja, inicio)::timestamp + interval '1 month - 1 day')::date)`
const lastMonth = `(SELECT date_trunc('month', ${S}.f_depois_do_ultimo_dia(loja, fim)::timestamp)::date)`
const daysBegin = `(SELECT ${S}.f_inicio_do_dia(loja, ${S}.f_primeiro_dia(loja, inicio)))`
const daysEnd = `(SELECT ${S}.f_inicio_do_dia(loja, greatest(${S}.f_primeiro_dia(loja, inicio), ${S}.f_depois_do_ultimo_dia(loja, fim))))`

const firstHour = `date_trunc('hour', inicio + interval '1 hour' - interval '1 microsecond', 'UTC')`
const lastHour = `date_trunc('hour', ${over}, 'UTC')`

/** Bare rows before and after what rollups hold whole. */
const edges = (from: string, to: string, moment = 'm.contado_em'): readonly SalesScope[] => [
  { store: 'loja', and: `${moment} >= inicio AND ${moment} < least(${from}, ${over})` },
  { store: 'loja', and: `${moment} >= ${to} AND ${moment} < ${over}` },
]

/** Columns that a reader gives: of the rollup those without store and moment, moments as asked. */
const given = ({ keys, measures }: Rollup, moments: readonly string[]) => {
  const kept = keys.filter(({ name }) => !['lojaId', 'hora', 'dia', 'mes'].includes(name))
  return {
    signature: [
      ...moments,
      ...[...kept, ...measures].map(({ name, type }) => `${quotedIdentifier(name)} ${type.split(' ')[0]}`),
    ].join(', '),
    names: quotedIdentifiers([...kept, ...measures].map(({ name }) => name)),
  }
}

const reader = (name: string, signature: string, body: readonly string[]): string =>
  `CREATE OR REPLACE FUNCTION ${S}.${name}(loja bigint, inicio timestamptz, fim timestamptz) RETURNS TABLE (${signature})
   LANGUAGE sql STABLE PARALLEL SAFE AS $$ ${body.join('\n UNION ALL ')} $$`

/** By hour: whole hours from the rollup, the two hours that the range cuts from the bare rows. */
const byHour = (name: string, from: string): string => {
  const table = rollup(from)
  const { signature, names } = given(table, ['hora timestamptz', 'dia date'])
  const day = (moment: string): string => `(${moment} AT TIME ZONE ${zone})::date`
  const whole = `SELECT hora, ${day('hora')}, ${names} FROM ${rollupTable(table)} m
    WHERE m."lojaId" = loja AND hora >= ${firstHour} AND hora < ${lastHour}`
  const bare = edges(firstHour, `greatest(${firstHour}, ${lastHour})`).map(
    scope => `SELECT hora, ${day('hora')}, ${names} FROM (${rollupSumsSql(table, scope)}) s`,
  )
  return reader(name, signature, [whole, ...bare])
}

/** Sales without a consumer's note: the bare rows that stand, and of whole hours what an archive took. */
const withoutNote = (): string => {
  const { signature, names } = given(salesWithoutNote, ['hora timestamptz'])
  const bare = rollupSumsSql(salesWithoutNote, { store: 'loja', and: `m.contado_em >= inicio AND m.contado_em < ${over}` })
  return reader('f_vendas_sem_nota', signature, [
    `SELECT hora, ${names} FROM ${archivedTable(salesWithoutNote)} m WHERE m."lojaId" = loja AND hora >= ${firstHour} AND hora < ${lastHour}`,
    `SELECT hora, ${names} FROM (${bare}) s`,
  ])
}

const timeOf = (moment: string): string => `(${moment} AT TIME ZONE ${zone})::time`

/**
 * By hour, of each day between the times of its two ends: from the rollup where these are whole hours, so that what an archive took
 * counts, else from the bare rows.
 */
const byHourOfEachDay = (name: string, from: string): string => {
  const table = rollup(from)
  const { signature, names } = given(table, ['hora timestamptz', 'dia date'])
  const whole = `(date_trunc('hour', inicio, 'UTC') = inicio AND ${lastHour} = ${over})`
  const within = (moment: string): string =>
    `${moment} >= inicio AND ${moment} < ${over} AND ${timeOf(moment)} BETWEEN ${timeOf('inicio')} AND ${timeOf('fim')}`
  const day = `(hora AT TIME ZONE ${zone})::date`
  return reader(name, signature, [
    `SELECT hora, ${day}, ${names} FROM ${rollupTable(table)} m WHERE m."lojaId" = loja AND ${whole} AND ${within('hora')}`,
    `SELECT hora, ${day}, ${names} FROM (${rollupSumsSql(table, { store: 'loja', and: `NOT ${whole} AND ${within('m.contado_em')}` })}) s`,
  ])
}

/** By product: whole months, whole days beside them, and bare rows of the days that the range cuts. */
const byMonth = (): string => {
  const [month, day] = [rollup('produtos_mes'), rollup('produtos_dia')]
  const { signature, names } = given(day, [])
  const of = (table: Rollup, key: string, begin: string, end: string): string =>
    `SELECT ${names} FROM ${rollupTable(table)} m WHERE m."lojaId" = loja AND ${key} >= ${begin} AND ${key} < ${end}`
  return reader('f_produtos', signature, [
    of(month, 'mes', firstMonth, lastMonth),
    of(day, 'dia', firstDay, `least(${firstMonth}, ${lastDay})`),
    of(day, 'dia', `greatest(${firstMonth}, ${lastMonth})`, lastDay),
    ...edges(daysBegin, daysEnd).map(scope => `SELECT ${names} FROM (${rollupSumsSql(day, scope)}) s`),
  ])
}

/** By seller and day. */
const byDay = (): string => {
  const table = rollup('vendedores_dia')
  const { signature, names } = given(table, ['dia date'])
  return reader('f_vendedores', signature, [
    `SELECT dia, ${names} FROM ${rollupTable(table)} m WHERE m."lojaId" = loja AND dia >= ${firstDay} AND dia < ${lastDay}`,
    ...edges(daysBegin, daysEnd).map(scope => `SELECT dia, ${names} FROM (${rollupSumsSql(table, scope)}) s`),
  ])
}

const ordered = 'm."createdAt"'

/** Orders of the app by day: whole days from the rollup, the two that the range cuts from the orders. */
const ordersByDay = (): string => {
  const table = rollup('pedidos_app_dia')
  const { signature, names } = given(table, ['dia date'])
  return reader('f_pedidos_app_dias', signature, [
    `SELECT dia, ${names} FROM ${rollupTable(table)} m WHERE m."lojaId" = loja AND dia >= ${firstDay} AND dia < ${lastDay}`,
    ...edges(daysBegin, daysEnd, ordered).map(scope => `SELECT dia, ${names} FROM (${rollupSumsSql(table, scope)}) s`),
  ])
}

const monthStart = (month: string): string => `(SELECT ${S}.f_inicio_do_dia(loja, ${month}))`

/** Orders of the app by hour of the day and way of paying: whole months from the rollup, the two that the range cuts from the orders. */
const ordersByMonth = (): string => {
  const table = rollup('pedidos_app_mes')
  const { signature, names } = given(table, ['hora smallint'])
  const anyMonth = { ...table, keys: table.keys.filter(({ name }) => name !== 'mes') }
  const months = edges(monthStart(firstMonth), monthStart(`greatest(${firstMonth}, ${lastMonth})`), ordered)
  return reader('f_pedidos_app', signature, [
    `SELECT hora, ${names} FROM ${rollupTable(table)} m WHERE m."lojaId" = loja AND mes >= ${firstMonth} AND mes < ${lastMonth}`,
    ...months.map(scope => `SELECT hora, ${names} FROM (${rollupSumsSql(anyMonth, scope)}) s`),
  ])
}

/**
 * Functions by which reports read any range of moments exactly: `FROM resumos.f_vendas(:lojaId, :startDate, :endDate)`. PostgreSQL
 * puts their text into the query, so that a condition on their columns reaches the tables.
 */
export const rollupFunctions: readonly string[] = [
  ...days,
  classes,
  byHour('f_vendas', 'vendas_hora'),
  byHour('f_recebimentos', 'recebimentos_hora'),
  withoutNote(),
  byHourOfEachDay('f_vendas_cada_dia', 'vendas_hora'),
  byHourOfEachDay('f_recebimentos_cada_dia', 'recebimentos_hora'),
  byMonth(),
  byDay(),
  ordersByDay(),
  ordersByMonth(),
]
