import catalogue from 'virtual:catalogue'
import model from 'virtual:model'
import { chakra } from '@chakra-ui/react/styled-system'
import { Fragment, useMemo, useState } from 'react'
import { withCount } from '../../scripts/describe/phrase.ts'
import { Chip } from '../../src/controls/Chip.tsx'
import { EmptyState } from '../../src/controls/EmptyState.tsx'
import { Select } from '../../src/controls/fields/Select.tsx'
import { groupNeighbours } from './matrix.ts'
import { fileTitle, findMessageRows, type MessageRow, messageKindTitles, messageRows } from './messageRows.ts'
import { PageLayout, SearchTool } from './PageLayout.tsx'
import { Code, StickyTable, TableFrame, TableHead } from './table.tsx'

const all = messageRows(model, catalogue)
const files = [...new Set(all.map(row => row.file))].map(file => ({
  value: file,
  title: `${fileTitle(file)} (${all.filter(row => row.file === file).length})`,
}))
const kinds = Object.entries(messageKindTitles).map(([value, { title }]) => ({ value, title }))

/** Every text of the product by its code: what it says, when, and where it is used. */
export function Messages() {
  const [search, setSearch] = useState('')
  const [file, setFile] = useState('')
  const [kind, setKind] = useState('')
  const rows = useMemo(() => findMessageRows(all, { search, file, kind }), [search, file, kind])
  return (
    <PageLayout
      title="Mensagens"
      note={
        rows.length === all.length
          ? withCount(all.length, 'mensagem', 'mensagens')
          : `${rows.length} de ${withCount(all.length, 'mensagem', 'mensagens')}`
      }
      tools={
        <>
          <SearchTool label="Buscar por texto, código ou tela" value={search} onChange={setSearch} />
          <chakra.div width={{ base: 'calc(50% - 0.25rem)', md: '12rem' }}>
            <Select aria-label="Arquivo" blank="Todos os arquivos" options={files} value={file} onChange={setFile} />
          </chakra.div>
          <chakra.div width={{ base: 'calc(50% - 0.25rem)', md: '12rem' }}>
            <Select aria-label="Tipo" blank="Todos os tipos" options={kinds} value={kind} onChange={setKind} />
          </chakra.div>
        </>
      }
    >
      {rows.length === 0 ? (
        <EmptyState title="Nada encontrado." text="Nenhuma mensagem tem essas palavras." />
      ) : (
        <Table rows={rows} />
      )}
    </PageLayout>
  )
}

const columns = [
  { title: 'Código', width: { base: '9rem', md: '15rem' } },
  { title: 'Texto', width: '20rem' },
  { title: 'Tipo', width: '7rem' },
  { title: 'Quando', width: '15rem' },
  { title: 'Onde é usada', width: '17rem' },
]

function Table({ rows }: { readonly rows: readonly MessageRow[] }) {
  return (
    <TableFrame label="Mensagens">
      <StickyTable>
        <TableHead columns={columns} />
        <tbody>
          {groupNeighbours(rows, row => row.file).map(({ group, items }) => (
            <Fragment key={group}>
              <tr data-heading="">
                <th data-first="" scope="rowgroup">
                  {fileTitle(group)}
                </th>
                <td colSpan={columns.length - 1}>
                  <Code>schemas/{group}</Code>
                </td>
              </tr>
              {items.map(row => (
                <Row key={row.code} row={row} />
              ))}
            </Fragment>
          ))}
        </tbody>
      </StickyTable>
    </TableFrame>
  )
}

function Row({ row }: { readonly row: MessageRow }) {
  const { title, tone } = messageKindTitles[row.kind]
  return (
    <tr>
      <th data-first="" scope="row">
        <Code>{row.code}</Code>
      </th>
      <td>
        <Texts text={row.text} />
      </td>
      <td>
        <Chip tone={tone}>{title}</Chip>
      </td>
      <chakra.td color="fg.muted">{row.when ?? ''}</chakra.td>
      <td>
        <Uses row={row} />
      </td>
    </tr>
  )
}

const Parameter = chakra('span', {
  base: { px: '1', borderRadius: 'sm', bg: 'info.subtle', color: 'info.fg', fontFamily: 'mono', fontSize: '0.75rem' },
})

const pluralTitles = { zero: 'nenhum', one: 'um', many: 'milhões', other: 'vários' } as const
const pluralNames = ['zero', 'one', 'many', 'other'] as const

/** The text; of one that counts each plural, with the number that it is said of. */
function Texts({ text }: Pick<MessageRow, 'text'>) {
  if (typeof text === 'string') return <Text text={text} />
  return pluralNames.map(name => {
    const said = text[name]
    return said === undefined ? null : (
      <chakra.div key={name} display="flex" gap="2" alignItems="baseline">
        <chakra.span color="fg.muted" textStyle="note" flex="0 0 3.5rem">
          {pluralTitles[name]}
        </chakra.span>
        <Text text={said} />
      </chakra.div>
    )
  })
}

/** The text, its `{parameters}` set off. */
function Text({ text }: { readonly text: string }) {
  const [before = '', parameter = '', after = ''] = text.split(/(\{\w+\})(.*)/s)
  return (
    <chakra.span fontWeight="medium">
      {before}
      {parameter ? <Parameter>{parameter}</Parameter> : null}
      {after ? <Text text={after} /> : null}
    </chakra.span>
  )
}

function Uses({ row: { places, sources } }: { readonly row: MessageRow }) {
  if (places.length + sources.length === 0) return <chakra.span color="fg.subtle">Nenhum uso direto</chakra.span>
  return (
    <>
      {places.length > 0 ? <chakra.span display="block">{places.join(', ')}</chakra.span> : null}
      {sources.map(source => (
        <chakra.span key={source} display="block">
          <Code>{source}</Code>
        </chakra.span>
      ))}
    </>
  )
}
