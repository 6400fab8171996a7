import { useCallback, useEffect, useState } from 'react'
import { type Change, type Row, readRow } from './api.ts'
import { type Column, choice, date, decimal, money, text } from './columns.ts'
import { ChoiceField, TextField, YesNoField } from './fields.tsx'
import { Table } from './Table.tsx'

const itemColumns: readonly Column[] = [
  text('descricao', 'Descrição', 200),
  text('lote', 'Lote', 120),
  decimal('quantidade', 'Quantidade'),
  money('custo', 'Custo'),
  money('total', 'Total'),
  date('validade', 'Validade'),
  choice('tipo', 'Tipo', { 1: 'Normal', 2: 'Bônus' }),
  text('obs', 'Observação', 200),
]

/** The fields of the record, as our form shows them: the last two are a choice and a switch. */
const fields: readonly (readonly [name: string, title: string])[] = [
  ['codigo', 'Código'],
  ['nome', 'Nome'],
  ['custo', 'Custo'],
  ['preco', 'Preço'],
  ['desconto', 'Desconto'],
  ['estoque', 'Estoque'],
  ['minimo', 'Mínimo'],
  ['marca', 'Marca'],
  ['local', 'Local'],
  ['validade', 'Validade'],
]
const sorts: Readonly<Record<string, string>> = { 1: 'Normal', 2: 'Perecível' }

type Texts = Readonly<Record<string, string>>

/** A record with its child list: cells stay on the page until the whole is saved. */
export function SheetForm({ id }: { readonly id: number }) {
  const [items, setItems] = useState<readonly Row[]>()
  const [texts, setTexts] = useState<Texts>({})
  const [active, setActive] = useState(false)
  useEffect(() => {
    void readRow('fichas', id).then(row => {
      setTexts(textsOf(row))
      setActive(row.ativo === true)
      setItems(row.itens as readonly Row[])
    })
  }, [id])
  const change = useCallback((changes: readonly Change[]) => {
    const byId = Map.groupBy(changes, one => one.id)
    setItems(old => old?.map(row => (byId.has(row.id) ? totalled(row, byId.get(row.id) ?? []) : row)))
  }, [])
  const type = useCallback((name: string, typed: string) => setTexts(old => ({ ...old, [name]: typed })), [])
  const turn = useCallback((_: string, on: boolean) => setActive(on), [])
  if (!items) return <p>Carregando…</p>
  return (
    <form aria-label="Ficha" onSubmit={event => event.preventDefault()}>
      {fields.map(([name, title]) => (
        <TextField key={name} name={name} title={title} value={texts[name] ?? ''} onChange={type} />
      ))}
      <ChoiceField name="tipo" title="Tipo" titles={sorts} value={texts.tipo ?? ''} onChange={type} />
      <YesNoField name="ativo" title="Ativo" value={active} onChange={turn} />
      <Table label="Itens" columns={itemColumns} rows={items} onChange={change} />
    </form>
  )
}

/** Numbers with their comma. */
function textsOf(row: Row): Texts {
  const pairs = [...fields.map(([name]) => name), 'tipo'].map(name => {
    const value = row[name] ?? ''
    return [name, typeof value === 'number' ? String(value).replace('.', ',') : String(value)] as const
  })
  return Object.fromEntries(pairs)
}

function totalled(row: Row, changes: readonly Change[]): Row {
  const next = { ...row, ...Object.fromEntries(changes.map(({ column, value }) => [column, value])) }
  return { ...next, total: Math.round(Number(next.quantidade ?? 0) * Number(next.custo ?? 0) * 100) / 100 }
}
