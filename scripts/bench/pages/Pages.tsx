import { useCallback, useEffect, useState } from 'react'
import { type Change, type Row, readRows, saveCells } from './api.ts'
import { type Column, choice, date, decimal, money, text, whole, yesNo } from './columns.ts'
import { ProductForm } from './ProductForm.tsx'
import { SheetForm } from './SheetForm.tsx'
import { Table } from './Table.tsx'

/** Where one is: `?page=fichas&id=1`. */
const readPlace = (): URLSearchParams => new URLSearchParams(location.search)

/** The pages that ours are held against, with a router of ten lines. */
export function Pages() {
  const [place, setPlace] = useState(readPlace)
  const go = useCallback((query: string) => {
    history.pushState(undefined, '', `/bench/?${query}`)
    setPlace(readPlace())
  }, [])
  const id = place.get('id')
  return (
    <>
      <nav>
        <button type="button" onClick={() => go('page=produtos')}>
          Produtos
        </button>
      </nav>
      <main>
        {place.get('page') === 'produtos' && (id === null ? <Products /> : <ProductForm id={Number(id)} />)}
        {place.get('page') === 'fichas' &&
          (id === null ? (
            <Sheets limit={Number(place.get('limit') ?? 10)} onOpen={row => go(`page=fichas&id=${row.id}`)} />
          ) : (
            <SheetForm id={Number(id)} />
          ))}
      </main>
    </>
  )
}

const productColumns: readonly Column[] = [
  text('cod_prod', 'Código', 120),
  text('cod_aux', 'Cód. auxiliar', 140),
  text('desc_prod', 'Descrição', 340),
  money('preco_vnd_prod', 'Preço'),
  yesNo('stt_prod', 'Status'),
]

function Products() {
  const rows = useRows('produtos', { order: ['desc_prod ASC'], skip: 0, limit: 10 })
  return rows && <Table label="Produtos" columns={productColumns} rows={rows.rows} onChange={rows.change} saving={rows.saving} />
}

const sheetColumns: readonly Column[] = [
  text('codigo', 'Código'),
  text('nome', 'Nome', 260),
  money('custo', 'Custo'),
  money('preco', 'Preço'),
  decimal('desconto', 'Desconto'),
  decimal('estoque', 'Estoque'),
  whole('minimo', 'Mínimo'),
  text('marca', 'Marca'),
  text('local', 'Local'),
  date('validade', 'Validade'),
  choice('tipo', 'Tipo', { 1: 'Normal', 2: 'Perecível' }),
  yesNo('ativo', 'Ativo'),
]

function Sheets({ limit, onOpen }: { readonly limit: number; onOpen(row: Row): void }) {
  const rows = useRows('fichas', { order: ['id ASC'], skip: 0, limit })
  return (
    rows && (
      <Table label="Fichas" columns={sheetColumns} rows={rows.rows} onChange={rows.change} saving={rows.saving} onOpen={onOpen} />
    )
  )
}

interface Rows {
  readonly rows: readonly Row[]
  readonly saving: boolean
  change(changes: readonly Change[]): void
}

function useRows(register: string, filter: unknown): Rows | undefined {
  const [rows, setRows] = useState<readonly Row[]>()
  const [saving, setSaving] = useState(false)
  const asked = JSON.stringify(filter)
  useEffect(() => {
    void readRows(register, JSON.parse(asked)).then(setRows)
  }, [register, asked])
  const change = useCallback(
    (changes: readonly Change[]) => {
      setSaving(true)
      void saveCells(register, rows ?? [], changes).then(saved => {
        setRows(old => old?.map(row => saved.get(row.id) ?? row))
        setSaving(false)
      })
    },
    [register, rows],
  )
  return rows && { rows, saving, change }
}
