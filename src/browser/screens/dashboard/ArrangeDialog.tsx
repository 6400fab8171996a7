import { chakra } from '@chakra-ui/react/styled-system'
import { Button } from '../../../controls/Button.tsx'
import { Checkbox } from '../../../controls/fields/Checkbox.tsx'
import { Dialog } from '../../../controls/overlays/Dialog.tsx'
import { useTranslate } from '../../data/session.tsx'
import { OrderedRows } from '../../ui/OrderedRows.tsx'
import { type ArrangedPiece, type Arrangement, plainArrangement } from './arrangement.ts'

interface Props {
  /** The pieces of each column, in the order of now. */
  readonly columns: readonly (readonly ArrangedPiece[])[]
  readonly arrangement: Arrangement
  onChange(arrangement: Arrangement): void
  onClose(): void
}

/** Which pieces a person sees on a page of figures, and in which order; each step stands at once. */
export default function ArrangeDialog({ columns, arrangement, onChange, onClose }: Props) {
  const say = useTranslate()
  const shown = columns.filter(pieces => pieces.length > 0)
  const { hidden } = arrangement
  const order = columns.flat().map(({ piece }) => piece.id)
  const show = (id: string, visible: boolean): void =>
    onChange({ ...arrangement, hidden: visible ? hidden.filter(one => one !== id) : [...hidden, id] })
  return (
    <Dialog
      open
      size="md"
      title={say('dashboard.arrange')}
      closeLabel={say('close')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={() => onChange(plainArrangement)}>{say('dashboard.arrange-reset')}</Button>
          <Button look="solid" data-autofocus onClick={onClose}>
            {say('close')}
          </Button>
        </>
      }
    >
      <chakra.p color="fg.muted" mb="3">
        {say('dashboard.arrange-help')}
      </chakra.p>
      {shown.map((pieces, at) => {
        const title = say(at === 0 ? 'dashboard.arrange-first' : 'dashboard.arrange-beside')
        return (
          <chakra.section key={title} mb="4">
            {shown.length > 1 ? (
              <chakra.h3 textStyle="label" color="fg.muted">
                {title}
              </chakra.h3>
            ) : null}
            <OrderedRows
              label={title}
              rows={pieces.map(({ piece: { id, title } }) => ({
                id,
                title,
                shown: <Checkbox label={title} checked={!hidden.includes(id)} onChange={visible => show(id, visible)} />,
              }))}
              order={order}
              onOrder={next => onChange({ ...arrangement, order: next })}
            />
          </chakra.section>
        )
      })}
    </Dialog>
  )
}
