import { chakra } from '@chakra-ui/react/styled-system'
import { BellOff } from 'lucide-react'
import type { NoticeItem } from '../../../api/notice.ts'
import { Banner, toneIcon } from '../../../controls/Banner.tsx'
import { EmptyState } from '../../../controls/EmptyState.tsx'
import { Skeleton } from '../../../controls/Skeleton.tsx'
import { useSession, useTranslate } from '../../data/session.tsx'
import { dateTimeText } from '../../ui/dateTimeText.ts'
import { useNotices } from './noticeCalls.ts'
import { useOpenNotice } from './useOpenNotice.ts'

const Line = chakra('button', {
  base: {
    display: 'flex',
    gap: '2.5',
    width: '100%',
    px: '3',
    py: '2.5',
    textAlign: 'start',
    minHeight: '2.75rem',
    _hover: { bg: 'bg.muted' },
    _focusVisible: { outlineOffset: '-2px' },
    '& > svg': { boxSize: '1.125rem', flexShrink: 0, mt: '0.125rem', color: 'colorPalette.fg' },
  },
})

const Lines = chakra('ul', {
  base: { listStyleType: 'none', '& > li:not(:first-of-type)': { borderTopWidth: '1px', borderColor: 'border.muted' } },
})

interface Props {
  /** How many, at most. */
  readonly limit: number
  /** Called when one is opened. */
  onOpen?(): void
}

/** The newest notices; pressing one opens what it tells of. */
export function NoticeList({ limit, onOpen }: Props) {
  const say = useTranslate()
  const { stores } = useSession()
  const open = useOpenNotice()
  const { data, error } = useNotices(limit)
  if (error && !data)
    return (
      <Banner tone="danger" title={say('notice.failed')}>
        {error.message}
      </Banner>
    )
  if (!data) return <Skeleton height="8rem" />
  if (data.length === 0) return <EmptyState icon={<BellOff />} title={say('notice.none')} text={say('notice.none-hint')} />
  return (
    <Lines>
      {data.map(notice => (
        <li key={notice.id}>
          <Line
            type="button"
            colorPalette={notice.tom}
            onClick={() => {
              onOpen?.()
              void open(notice)
            }}
          >
            <NoticeWords notice={notice} store={stores.length > 1 ? notice.loja : ''} />
          </Line>
        </li>
      ))}
    </Lines>
  )
}

function NoticeWords({ notice, store }: { readonly notice: NoticeItem; readonly store: string }) {
  const say = useTranslate()
  const Sign = toneIcon[notice.tom]
  return (
    <>
      <Sign aria-hidden />
      <chakra.span flex="1" minWidth="0">
        <chakra.span display="flex" gap="2" alignItems="center">
          <chakra.span fontWeight={notice.lido ? 'medium' : '600'} overflowWrap="anywhere">
            {notice.titulo}
          </chakra.span>
          {notice.lido ? null : (
            <chakra.span flexShrink="0" boxSize="0.5rem" borderRadius="full" bg="accent.solid">
              <chakra.span srOnly>{say('notice.unread')}</chakra.span>
            </chakra.span>
          )}
        </chakra.span>
        <chakra.span display="block" color={notice.lido ? 'fg.muted' : 'fg'} overflowWrap="anywhere">
          {notice.texto}
        </chakra.span>
        <chakra.span display="block" textStyle="note">
          {[dateTimeText(notice.quando), store].filter(Boolean).join(' · ')}
        </chakra.span>
      </chakra.span>
    </>
  )
}
