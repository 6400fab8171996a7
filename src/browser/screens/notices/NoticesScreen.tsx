import { chakra } from '@chakra-ui/react/styled-system'
import { CheckCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { noticesOfCall } from '../../../api/notice.ts'
import { Button } from '../../../controls/Button.tsx'
import { Tabs, tabPanel } from '../../../controls/Tabs.tsx'
import type { Screen } from '../../../model/model.ts'
import { useTranslate } from '../../data/session.tsx'
import { useSearchParams } from '../../router/router.tsx'
import { NoticeList } from '../../shell/notices/NoticeList.tsx'
import { readNotices, useNotices, useUnreadNotices } from '../../shell/notices/noticeCalls.ts'
import { useOpenNotice } from '../../shell/notices/useOpenNotice.ts'
import { ScreenHead } from '../ScreenHead.tsx'
import { NoticeChoices } from './NoticeChoices.tsx'
import { PushDevice } from './PushDevice.tsx'

/** Notices at first. */
const few = 10

/** Of the tabs in the page's ids, and in its address. */
const tabs = { list: 'avisos', choose: 'escolher' } as const

/** One's own notices, and of what one wants to be told, and where. */
export default function NoticesScreen({ screen }: { readonly screen: Screen }) {
  const say = useTranslate()
  const unread = useUnreadNotices()
  const [search, setSearch] = useSearchParams()
  const tab = search.get('aba') === tabs.choose ? tabs.choose : tabs.list
  useAskedNotice(search.get('aviso'))
  return (
    <chakra.div width="100%" maxWidth="60rem" mx="auto" p={{ base: '4', md: '6' }}>
      <ScreenHead screen={screen} />
      <Tabs
        id="notices"
        label={screen.title}
        value={tab}
        tabs={[
          { id: tabs.list, title: say('notice.bell'), ...(unread > 0 ? { count: unread } : {}) },
          { id: tabs.choose, title: say('notice.choose') },
        ]}
        onChange={next => setSearch(new URLSearchParams(next === tabs.list ? {} : { aba: next }), { replace: true })}
      />
      <chakra.div {...tabPanel('notices', tab)} pt="4" _focusVisible={{ outline: 'none' }}>
        {tab === tabs.list ? (
          <OwnNotices />
        ) : (
          <>
            <NoticeChoices />
            <PushDevice />
          </>
        )}
      </chakra.div>
    </chakra.div>
  )
}

function OwnNotices() {
  const say = useTranslate()
  const [limit, setLimit] = useState(few)
  const unread = useUnreadNotices()
  const { data, isLoading } = useNotices(limit)
  const list = useRef<HTMLDivElement>(null)
  return (
    <>
      {unread > 0 ? (
        <Button
          mb="3"
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
      <chakra.div
        ref={list}
        tabIndex={-1}
        aria-busy={isLoading || undefined}
        bg="bg.panel"
        borderRadius="lg"
        borderWidth="1px"
        borderColor="border"
        overflow="hidden"
        _focusVisible={{ outline: 'none' }}
      >
        <NoticeList limit={limit} />
      </chakra.div>
      {data?.length === limit ? (
        <Button mt="3" onClick={() => setLimit(limit === few ? noticesOfCall : limit + noticesOfCall)}>
          {say('notice.more')}
        </Button>
      ) : null}
    </>
  )
}

/** Opens the notice that the address names: that of a message on the device. */
function useAskedNotice(asked: string | null): void {
  const { data } = useNotices(asked === null ? undefined : noticesOfCall)
  const open = useOpenNotice()
  const done = useRef(false)
  const notice = asked === null ? undefined : data?.find(({ id }) => id === asked)
  useEffect(() => {
    if (!notice || done.current) return
    done.current = true
    void open(notice)
  }, [notice, open])
}
