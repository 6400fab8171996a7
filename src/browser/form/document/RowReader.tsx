import { chakra } from '@chakra-ui/react/styled-system'
import { Dialog } from '../../../controls/overlays/Dialog.tsx'
import { asValue } from '../../../kinds/asValue.ts'
import { KindCell } from '../../../kinds/cells.ts'
import type { Field, Register, RowDialogView } from '../../../model/model.ts'
import { fieldOf } from '../../../model/register.ts'
import { useTranslate } from '../../data/session.tsx'
import type { FieldValues } from '../draft/draftRows.ts'
import { isEmptyValue } from '../draft/equal.ts'
import { RowSteps } from '../layout/RowSteps.tsx'

interface RowReaderProps {
  readonly child: Register
  readonly dialog: RowDialogView
  readonly rows: readonly FieldValues[]
  /** Which of the rows. */
  readonly at: number
  readonly title: string
  onRow(at: number): void
  onClose(): void
}

/** All of a row that its table has no room for, part by part, for reading; what is empty is left out. */
export default function RowReader({ child, dialog, rows, at, title, onRow, onClose }: RowReaderProps) {
  const say = useTranslate()
  const row = rows[at] ?? {}
  return (
    <Dialog
      open
      size="md"
      title={title}
      closeLabel={say('close')}
      onClose={onClose}
      footer={<RowSteps at={at} count={rows.length} onStep={by => onRow(at + by)} />}
    >
      {dialog.parts.map(part => {
        const fields = part.rows.flat().flatMap((name): Field[] => {
          const field = fieldOf(child, name)
          return field && !isEmptyValue(row[name]) && row[name] !== 0 ? [field] : []
        })
        return fields.length === 0 ? null : (
          <section key={part.id}>
            <chakra.h3 textStyle="label" color="fg.muted" mt="3" mb="2">
              {part.title}
            </chakra.h3>
            <chakra.dl
              display="grid"
              gridTemplateColumns={{ base: '1fr', sm: 'repeat(auto-fill, minmax(10rem, 1fr))' }}
              columnGap="4"
              rowGap="3"
            >
              {fields.map(field => (
                <chakra.div key={field.name} minWidth="0">
                  <chakra.dt textStyle="note">{field.title}</chakra.dt>
                  <chakra.dd overflowWrap="anywhere">
                    <KindCell value={asValue(row[field.name])} field={field} row={row} title={field.title} />
                  </chakra.dd>
                </chakra.div>
              ))}
            </chakra.dl>
          </section>
        )
      })}
    </Dialog>
  )
}
