import { chakra } from '@chakra-ui/react/styled-system'
import { Trash2 } from 'lucide-react'
import { Banner } from '../../controls/Banner.tsx'
import { Button } from '../../controls/Button.tsx'
import { useTranslate } from '../data/session.tsx'

/** A row is as wide as its columns; what is wrong with it stays in what is seen of them. */
const Seen = chakra('div', {
  base: {
    position: 'sticky',
    insetInlineStart: '3.5rem',
    width: 'fit-content',
    minWidth: 'min(100%, 20rem)',
    maxWidth: { base: 'calc(100vw - 7.5rem)', md: 'min(48rem, calc(100vw - 24rem))' },
    overflowWrap: 'anywhere',
  },
})

/** Under a row: what is wrong with it, and the way to leave it out. */
export function RowReasons({ reasons, onRemove }: { readonly reasons: readonly string[]; onRemove(): void }) {
  const say = useTranslate()
  if (reasons.length === 0) return <chakra.p color="fg.muted">{say('import.no-error')}</chakra.p>
  const remove = (
    <Button size="sm" icon={<Trash2 aria-hidden />} onClick={onRemove}>
      {say('import.remove-row')}
    </Button>
  )
  return (
    <Seen>
      <Banner quiet tone="danger" title={say('import.row-error')} actions={remove}>
        <ul style={{ listStyle: 'none' }}>
          {reasons.map(reason => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      </Banner>
    </Seen>
  )
}
