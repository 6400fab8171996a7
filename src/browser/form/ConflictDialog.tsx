import { chakra } from '@chakra-ui/react/styled-system'
import { type ReactNode, useState } from 'react'
import { Button } from '../../controls/Button.tsx'
import { Radio } from '../../controls/fields/Checkbox.tsx'
import { Dialog } from '../../controls/overlays/Dialog.tsx'
import { asValue } from '../../kinds/asValue.ts'
import { KindCell } from '../../kinds/cells.ts'
import type { Translate } from '../../model/formatMessage.ts'
import type { Field, Register } from '../../model/model.ts'
import type { SaveConflict as Told } from '../actions/saveConflict.ts'
import { dateTimeText } from '../ui/dateTimeText.ts'
import type { FieldValues } from './draft/draftRows.ts'
import type { DraftConflict } from './draft/mergeDraft.ts'

export interface ConflictDialogProps {
  readonly conflicts: readonly DraftConflict[]
  /** Titles of what the other changed and this person did not. */
  readonly taken: readonly string[]
  readonly told: Told | undefined
  readonly theirs: FieldValues
  /** The register of a list's rows. */
  childOf?(list: string): Register | undefined
  readonly say: Translate
  /** Names whose other value is taken. */
  close(theirs?: ReadonlySet<string>): void
}

const Choice = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: '1fr', sm: '1fr 1fr' },
    gap: '2',
    mt: '1',
    '& > div': {
      borderWidth: '1px',
      borderColor: 'border',
      borderRadius: 'md',
      px: '3',
      py: '2',
      minWidth: 0,
      '&:has(:checked)': { borderColor: 'accent.solid', bg: 'accent.subtle' },
    },
  },
})

/** Two people changed the same fields: each one is shown twice, and one of the two is chosen. Mine is chosen at first. */
export function ConflictDialog({ conflicts, taken, told, theirs, childOf, say, close }: ConflictDialogProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const choose = (name: string, other: boolean): void =>
    setChosen(new Set(other ? [...chosen, name] : [...chosen].filter(one => one !== name)))
  return (
    <Dialog
      open
      size="md"
      title={say('conflict-title')}
      closeLabel={say('back')}
      onClose={() => close()}
      footer={
        <>
          <Button onClick={() => close()}>{say('back')}</Button>
          <Button look="solid" autoFocus onClick={() => close(chosen)}>
            {say('save')}
          </Button>
        </>
      }
    >
      {told?.by ? (
        <chakra.p color="fg.muted">{say('conflict-by', { name: told.by, when: dateTimeText(told.at) })}</chakra.p>
      ) : null}
      {taken.length > 0 ? <chakra.p color="fg.muted">{say('conflict-merged', { fields: taken.join(', ') })}</chakra.p> : null}
      {conflicts.map(conflict => (
        <chakra.fieldset key={conflict.name} mt="4">
          <chakra.legend textStyle="label">{conflict.title}</chakra.legend>
          <Choice>
            <div>
              <Radio
                name={`conflict-${conflict.name}`}
                label={say('conflict-keep-mine')}
                checked={!chosen.has(conflict.name)}
                onChange={() => choose(conflict.name, false)}
              />
              <Shown
                conflict={conflict}
                value={conflict.mine}
                record={undefined}
                side="mine"
                child={childOf?.(conflict.name)}
                say={say}
              />
            </div>
            <div>
              <Radio
                name={`conflict-${conflict.name}`}
                label={say('conflict-take-theirs')}
                checked={chosen.has(conflict.name)}
                onChange={() => choose(conflict.name, true)}
              />
              <Shown
                conflict={conflict}
                value={conflict.theirs}
                record={theirs}
                side="theirs"
                child={childOf?.(conflict.name)}
                say={say}
              />
            </div>
          </Choice>
        </chakra.fieldset>
      ))}
    </Dialog>
  )
}

interface ShownProps {
  readonly conflict: DraftConflict
  readonly value: unknown
  readonly record: FieldValues | undefined
  readonly side: 'mine' | 'theirs'
  /** Register of the rows, of a list. */
  readonly child: Register | undefined
  readonly say: Translate
}

function Shown({ conflict, value, record, side, child, say }: ShownProps): ReactNode {
  return (
    <chakra.div ps="6" fontWeight="medium" overflowWrap="anywhere">
      {conflict.field ? (
        <ValueOf value={value} field={conflict.field} record={record} />
      ) : (
        (conflict.cells ?? []).map(cell => {
          const field = cell.name === undefined ? undefined : child?.fields.find(one => one.name === cell.name)
          return (
            <p key={`${cell.row.id} ${cell.name}`}>
              <RowName row={cell.row} child={child} />
              {field ? ` › ${field.title}` : ''}:{' '}
              {field ? (
                <ValueOf value={cell[side]} field={field} record={undefined} />
              ) : (
                say(cell[side] ? 'work.row-kept' : 'work.row-gone')
              )}
            </p>
          )
        })
      )}
    </chakra.div>
  )
}

/** Names a row by its text, else by the record that it points at; its number alone tells nobody which one it is. */
function RowName({ row, child }: { readonly row: FieldValues; readonly child: Register | undefined }): ReactNode {
  const text = child && row[child.label]
  const isNamed = child?.label !== 'id' && text !== null && text !== undefined && text !== ''
  const points = child?.fields.find(
    ({ name, reference }) => reference && name !== child.parent?.by && row[name] !== null && row[name] !== undefined,
  )
  return !isNamed && points ? <ValueOf value={row[points.name]} field={points} record={row} /> : String(text ?? row.id ?? '')
}

function ValueOf({
  value,
  field,
  record,
}: {
  readonly value: unknown
  readonly field: Field
  readonly record: FieldValues | undefined
}) {
  if (value === null || value === undefined || value === '') return '—'
  return <KindCell value={asValue(value)} field={field} row={record} />
}
