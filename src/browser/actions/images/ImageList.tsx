import { chakra } from '@chakra-ui/react/styled-system'
import { ArrowRight, CircleAlert, CircleCheck, ImageOff, X } from 'lucide-react'
import { memo } from 'react'
import { IconButton } from '../../../controls/Button.tsx'
import { Spinner } from '../../../controls/Spinner.tsx'
import type { Translate } from '../../../model/formatMessage.ts'
import type { Register } from '../../../model/model.ts'
import { recordName } from '../actions.ts'
import type { ImageFile } from './imageFile.ts'
import type { ImageLine } from './imageLines.ts'

const Line = chakra('li', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: { base: '2', md: '3' },
    py: '2',
    borderTopWidth: '1px',
    borderColor: 'border.muted',
    // Lines that are not looked at cost nothing, their pictures neither.
    contentVisibility: 'auto',
    containIntrinsicSize: 'auto 4rem',
    _first: { borderTopWidth: '0' },
  },
})

const Frame = chakra('span', {
  base: {
    display: 'grid',
    placeItems: 'center',
    flexShrink: 0,
    width: { base: '2.25rem', md: '3rem' },
    height: { base: '2.25rem', md: '3rem' },
    overflow: 'hidden',
    borderRadius: 'sm',
    bg: 'bg.muted',
    color: 'fg.subtle',
    '& img': { width: '100%', height: '100%', objectFit: 'cover' },
  },
})

interface Props {
  readonly lines: readonly ImageLine[]
  readonly register: Register
  readonly field: string
  /** Nothing is taken out while files travel. */
  readonly fixed: boolean
  readonly say: Translate
  onRemove(image: ImageFile): void
}

/** Each file beside its record: the picture of now, the new one, and what is wrong or became of it. */
export function ImageList({ lines, fixed, onRemove, ...rest }: Props) {
  return (
    <chakra.ul listStyleType="none" m="0" p="0" width="full">
      {lines.map(line => (
        <ImageRow key={line.image.id} line={line} onRemove={fixed ? undefined : onRemove} {...rest} />
      ))}
    </chakra.ul>
  )
}

interface RowProps extends Pick<Props, 'register' | 'field' | 'say'> {
  readonly line: ImageLine
  readonly onRemove: ((image: ImageFile) => void) | undefined
}

/** Drawn anew only when something of the line has changed: there may be hundreds. */
const ImageRow = memo(drawRow, (before, now) => {
  const [a, b] = [before.line, now.line]
  const same = a.image === b.image && a.record === b.record && a.outcome === b.outcome && a.problem?.code === b.problem?.code
  return same && before.onRemove === now.onRemove
})

function drawRow({ line, register, field, say, onRemove }: RowProps) {
  const { image, record, outcome } = line
  const { name } = image.file
  const sent = outcome?.state === 'sent'
  const old = record?.[field]
  return (
    <Line>
      {record && <Picture url={typeof old === 'string' ? old : ''} title={say(old ? 'images.old' : 'images.none')} />}
      {record && (
        <chakra.span color="fg.subtle" flexShrink="0" display={{ base: 'none', md: 'block' }}>
          <ArrowRight aria-hidden size={16} />
        </chakra.span>
      )}
      <Picture url={image.fault ? '' : image.url} title={say('images.new')} />
      <chakra.div flex="1" minWidth="0">
        {record && (
          <chakra.p fontWeight="medium" overflowWrap="anywhere">
            {recordName(register, record)}
          </chakra.p>
        )}
        <chakra.p color={record ? 'fg.muted' : 'fg'} textStyle={record ? 'note' : undefined} overflowWrap="anywhere">
          {name}
        </chakra.p>
        <State line={line} say={say} />
      </chakra.div>
      {onRemove && !sent && (
        <IconButton label={say('images.remove', { name })} onClick={() => onRemove(image)}>
          <X aria-hidden />
        </IconButton>
      )}
    </Line>
  )
}

const Picture = memo(({ url, title }: { readonly url: string; readonly title: string }) => (
  <Frame title={title}>
    {url === '' ? <ImageOff aria-hidden size={18} /> : <img src={url} alt={title} loading="lazy" decoding="async" />}
  </Frame>
))

/** Why a file is not sent, or what became of it. */
function State({ line: { problem, outcome }, say }: Pick<RowProps, 'line' | 'say'>) {
  const fault = outcome?.state === 'failed' ? outcome.reason : problem && say(problem.code, problem.params)
  if (fault !== undefined)
    return (
      <chakra.p color="danger.fg" display="flex" gap="1.5" overflowWrap="anywhere">
        <chakra.span flexShrink="0" pt="0.5">
          <CircleAlert aria-hidden size={14} />
        </chakra.span>
        {fault}
      </chakra.p>
    )
  if (outcome?.state === 'sending')
    return (
      <chakra.p color="fg.muted" display="flex" gap="1.5" alignItems="center">
        <Spinner size="0.875rem" label={say('images.is-sending')} />
        {say('images.is-sending')}
      </chakra.p>
    )
  if (outcome?.state !== 'sent') return null
  return (
    <chakra.p color="positive.fg" display="flex" gap="1.5" alignItems="center">
      <CircleCheck aria-hidden size={14} />
      {say('images.sent')}
    </chakra.p>
  )
}
