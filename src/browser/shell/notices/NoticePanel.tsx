import { chakra } from '@chakra-ui/react/styled-system'
import { CheckCheck, Settings2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { IconButton } from '../../../controls/Button.tsx'
import { useTranslate } from '../../data/session.tsx'
import { useNavigate } from '../../router/router.tsx'
import { NoticeList } from './NoticeList.tsx'
import { readNotices, useUnreadNotices } from './noticeCalls.ts'

/** Notices that the panel shows; its page has more. */
const shown = 20

/** The list that the bell opens, with the way to its page. */
export default function NoticePanel({ onClose }: { onClose(): void }) {
  const say = useTranslate()
  const navigate = useNavigate()
  const unread = useUnreadNotices()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <>
      <chakra.div
        display="flex"
        alignItems="center"
        gap="1"
        ps="3"
        pe="1.5"
        py="1"
        borderBottomWidth="1px"
        borderColor="border.muted"
        position="sticky"
        top="0"
        bg="bg.panel"
        zIndex="1"
      >
        <chakra.h2 ref={title} tabIndex={-1} flex="1" textStyle="section" _focusVisible={{ outline: 'none' }}>
          {say('notice.bell')}
        </chakra.h2>
        <IconButton
          label={say('notice.all-read')}
          disabled={unread === 0}
          onClick={() => {
            title.current?.focus()
            void readNotices().catch(() => undefined)
          }}
        >
          <CheckCheck aria-hidden />
        </IconButton>
        <IconButton
          label={say('notice.choose')}
          onClick={() => {
            onClose()
            navigate('/avisos?aba=escolher')
          }}
        >
          <Settings2 aria-hidden />
        </IconButton>
      </chakra.div>
      <NoticeList limit={shown} onOpen={onClose} />
    </>
  )
}
