import { chakra } from '@chakra-ui/react/styled-system'
import type { FieldDescription } from '../../scripts/describe/field.ts'
import { Code, StickyTable, TableHead } from './table.tsx'

const Frame = chakra('div', {
  base: {
    overflowX: 'auto',
    bg: 'bg.panel',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'md',
    position: 'relative',
  },
})
const columns = [
  { title: 'Campo', width: { base: '9rem', md: '15rem' } },
  { title: 'Tipo e limites', width: '16rem' },
  { title: 'Obrigatório', width: '10rem' },
  { title: 'Como funciona', width: '24rem' },
]

/** Fields in words, a row each. */
export function FieldTable({ label, fields }: { readonly label: string; readonly fields: readonly FieldDescription[] }) {
  return (
    <Frame role="region" aria-label={label} tabIndex={0}>
      <StickyTable>
        <TableHead columns={columns} />
        <tbody>
          {fields.map(field => (
            <FieldRow key={field.name} field={field} />
          ))}
        </tbody>
      </StickyTable>
    </Frame>
  )
}

function FieldRow({ field }: { readonly field: FieldDescription }) {
  return (
    <tr>
      <th data-first="" scope="row">
        <chakra.span display="block" fontWeight="medium">
          {field.title}
        </chakra.span>
        <Code>{field.name}</Code>
      </th>
      <td>
        <chakra.span display="block" fontWeight="medium">
          {field.kind}
        </chakra.span>
        {field.limits.map(limit => (
          <chakra.span key={limit} display="block" color="fg.muted">
            {limit}
          </chakra.span>
        ))}
      </td>
      <td>{field.required}</td>
      <td>
        {field.help ? (
          <chakra.p color="fg.muted" fontStyle="italic">
            {field.help}
          </chakra.p>
        ) : null}
        {field.notes.map(note => (
          <p key={note}>{note}</p>
        ))}
      </td>
    </tr>
  )
}
