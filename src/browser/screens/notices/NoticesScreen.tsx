import { chakra } from '@chakra-ui/react/styled-system'
import { CheckCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../controls/Button.tsx'
import type { Screen } from '../../../model/model.ts'
import { useTranslate } from '../../data/session.tsx'
import { useSearchParams } from '../../router/router.tsx'
import { NoticeList } from '../../shell/notices/NoticeList.tsx'
import { readNotices, useNotices, useUnreadNotices } from '../../shell/notices/noticeCalls.ts'
import { useOpenNotice } from '../../shell/notices/useOpenNotice.ts'
import { ScreenHead } from '../ScreenHead.tsx'
import { NoticeChoices } from './NoticeChoices.tsx'
import { PushDevice } from './PushDevice.tsx'

/** Notices at first, and at most: as many as one call gives. */
const [few, most] = [10, 50]

const Part = chakra('section', { base: { mt: '8' } })

/** One's own notices, and of what one wants to be told, and where. */
export default function NoticesScreen({ screen }: { readonly screen: Screen }) {
  const say = useTranslate()
  const [limit, setLimit] = useState(few)
  const unread = useUnreadNotices()
  const { data } = useNotices(limit)
  const list = useRef<HTMLDivElement>(null)
  useAskedNotice()
  return (
    <chakra.div width="100%" maxWidth="60rem" mx="auto" p={{ base: '4', md: '6' }}>
      <ScreenHead screen={screen} />
      <NoticeChoices />
      <PushDevice />
      <Part>
        <chakra.div display="flex" alignItems="center" gap="3" flexWrap="wrap" mb="2">
          <chakra.h2 flex="1" textStyle="section">
            {say('notice.bell')}
          </chakra.h2>
          {unread > 0 ? (
            <Button
              icon={<CheckCheck aria-hidden />}
              onClick={() => {
                // The button goes with what it did.
                list.current?.focus()
                void readNotices().catch(() => undefined)
              }}
            >
              {say('notice.all-read')}
            </Button>
          ) : null}
        </chakra.div>
        <chakra.div
          ref={list}
          tabIndex={-1}
          bg="bg.panel"
          borderRadius="lg"
          borderWidth="1px"
          borderColor="border"
          overflow="hidden"
          _focusVisible={{ outline: 'none' }}
        >
          <NoticeList limit={limit} />
        </chakra.div>
        {limit < most && data?.length === limit ? (
          <Button mt="3" onClick={() => setLimit(most)}>
            {say('notice.more')}
          </Button>
        ) : null}
      </Part>
    </chakra.div>
  )
}

/** Opens the notice that the address names: that of a message on the device. */
function useAskedNotice(): void {
  const [search] = useSearchParams()
  const asked = search.get('aviso')
  const { data } = useNotices(most)
  const open = useOpenNotice()
  const done = useRef(false)
  const notice = asked ? data?.find(({ id }) => id === asked) : undefined
  useEffect(() => {
    if (!notice || done.current) return
    done.current = true
    void open(notice)
  }, [notice, open])
}
