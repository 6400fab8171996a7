import { useCallback, useEffect, useState } from 'react'
import { type Row, readRow } from './api.ts'
import { number } from './columns.ts'
import { TextField } from './fields.tsx'

/** The fields of the first part of the product's form. */
const fields: readonly (readonly [name: string, title: string, isNumber?: boolean])[] = [
  ['cod_prod', 'Código'],
  ['cod_aux', 'Cód. auxiliar'],
  ['desc_prod', 'Descrição'],
  ['preco_cst_prod', 'Custo', true],
  ['margem', 'Margem', true],
  ['preco_vnd_prod', 'Preço', true],
  ['grupoId', 'Grupo'],
  ['unidadeId', 'Unidade'],
  ['impostoId', 'Imposto'],
  ['impressoraId', 'Impressora'],
  ['ncmId', 'NCM'],
  ['cestId', 'CEST'],
]

type Texts = Readonly<Record<string, string>>

/** The product's form as it is written by hand: texts in one state, the margin worked out of two of them. */
export function ProductForm({ id }: { readonly id: number }) {
  const [texts, setTexts] = useState<Texts>()
  useEffect(() => {
    void readRow('produtos', id).then(row => setTexts(textsOf(row)))
  }, [id])
  const change = useCallback((name: string, text: string) => setTexts(old => worked({ ...old, [name]: text })), [])
  if (!texts) return <p>Carregando…</p>
  return (
    <form aria-label="Produto">
      {fields.map(([name, title]) => (
        <TextField key={name} name={name} title={title} value={texts[name] ?? ''} onChange={change} />
      ))}
    </form>
  )
}

function textsOf(row: Row): Texts {
  const texts = fields.map(([name, , isNumber]) => {
    const value = row[name] ?? ''
    return [name, isNumber ? String(value).replace('.', ',') : String(value)] as const
  })
  return worked(Object.fromEntries(texts))
}

/** The margin of cost and price. */
function worked(texts: Texts): Texts {
  const cost = number(texts.preco_cst_prod ?? '') ?? 0
  const price = number(texts.preco_vnd_prod ?? '') ?? 0
  const margin = cost === 0 ? 0 : Math.round((price / cost - 1) * 10_000) / 100
  return { ...texts, margem: String(margin).replace('.', ',') }
}
