import { chakra } from '@chakra-ui/react/styled-system'
import type { ReactNode } from 'react'
import { Skeleton } from '../../controls/Skeleton.tsx'
import { isMenuFolded } from '../data/preferences/menuFolded.ts'
import { fallbackTexts } from '../ui/fallbackTexts.ts'
import { useNarrowScreen, usePhoneScreen } from '../ui/useMediaQuery.ts'
import { Shell } from './Shell.tsx'

/** The frame while user, store and definitions are on their way: boxes of the right size, and a notice when they do not come. */
export function FrameSkeleton({ notice }: { readonly notice?: ReactNode }) {
  const phone = usePhoneScreen()
  const narrow = useNarrowScreen()
  const folded = isMenuFolded(narrow)
  return (
    <Shell
      folded={folded}
      busy
      side={phone ? null : <SideSkeleton folded={folded} />}
      top={<chakra.div height="3.25rem" bg="bg.panel" borderBottomWidth="1px" borderColor="border" flexShrink={0} />}
      bottom={phone ? <BottomRoom /> : null}
    >
      <chakra.span srOnly role="status">
        {fallbackTexts.loading}
      </chakra.span>
      {notice}
      <PageSkeleton />
    </Shell>
  )
}

/** The room of the bar at the bottom of a phone. */
export const BottomRoom = () => (
  <chakra.div height="3.5rem" bg="bg.panel" borderTopWidth="1px" borderColor="border" flexShrink={0} />
)

function SideSkeleton({ folded }: { readonly folded: boolean }) {
  return (
    <chakra.div
      height="100%"
      bg="bg.panel"
      borderInlineEndWidth="1px"
      borderColor="border"
      p="4"
      display="flex"
      flexDirection="column"
      gap="5"
    >
      <Skeleton height="2.25rem" width={folded ? '100%' : '85%'} radius="0.375rem" />
      {[70, 55, 62, 48, 66].map(width => (
        <Skeleton key={width} width={folded ? '100%' : `${width}%`} height={folded ? '1.25rem' : '0.875rem'} />
      ))}
    </chakra.div>
  )
}

/** The room of a notice of one line over the page, until its code is there. */
export const NoticeRoom = () => <chakra.div height="3rem" flexShrink={0} />

/** A page on its way: a title, a line of tools, rows. */
export function PageSkeleton() {
  return (
    <chakra.div aria-hidden aria-busy p={{ base: '4', md: '6' }} display="flex" flexDirection="column" gap="5">
      <Skeleton width="12rem" height="1.25rem" />
      <Skeleton height="2.25rem" radius="0.375rem" />
      {[92, 84, 96, 78, 88, 90].map(width => (
        <Skeleton key={width} width={`${width}%`} />
      ))}
    </chakra.div>
  )
}
