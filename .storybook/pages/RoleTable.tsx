import { Check, Minus } from 'lucide-react'
import { Fragment } from 'react'
import type { Flag, Model } from '../../src/model/model.ts'
import { groupNeighbours } from './matrix.ts'
import { Code, StickyTable, TableFrame, TableHead } from './table.tsx'

export interface RoleTableProps {
  readonly model: Model
  readonly flags: readonly Flag[]
}

/** The roles that the product ships against the permissions: which has what. */
export function RoleTable({ model: { staffRoles }, flags }: RoleTableProps) {
  const columns = [
    { title: 'Permissão', width: { base: '13rem', md: '19rem' } },
    ...staffRoles.map(({ title }) => ({ title, width: '7rem' })),
  ]
  return (
    <TableFrame label="Permissões de cada papel">
      <StickyTable>
        <TableHead columns={columns} />
        <tbody>
          {groupNeighbours(flags, flag => flag.group).map(({ group, items }) => (
            <Fragment key={group}>
              <tr data-heading="">
                <th data-first="" scope="rowgroup">
                  {group}
                </th>
                <td colSpan={Math.max(1, staffRoles.length)} />
              </tr>
              {items.map(({ name, title }) => (
                <tr key={name}>
                  <th data-first="" scope="row">
                    {title} <Code>{name}</Code>
                  </th>
                  {staffRoles.map(role => (
                    <td key={role.name}>
                      {role.flags.includes(name) ? (
                        <Check size={16} role="img" aria-label="Tem" />
                      ) : (
                        <Minus size={16} role="img" aria-label="Não tem" />
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </Fragment>
          ))}
        </tbody>
      </StickyTable>
    </TableFrame>
  )
}
