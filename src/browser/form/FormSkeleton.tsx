import { chakra } from '@chakra-ui/react/styled-system'
import { Skeleton } from '../../controls/Skeleton.tsx'
import type { Register } from '../../model/model.ts'
import { fieldOf } from '../../model/register.ts'
import { PageBox } from './PageBox.tsx'

/** The first part of the form as grey bars at the places where the fields will be, so that nothing jumps. */
export function FormSkeleton({ register, label }: { readonly register: Register; readonly label: string }) {
  const { layout, parts } = register.views.form
  const rows = parts[0]?.rows ?? []
  return (
    <PageBox aria-busy aria-label={label} role="status">
      <chakra.div mb="4" height="2.25rem" display="flex" alignItems="center">
        <Skeleton width="16rem" height="1.25rem" />
      </chakra.div>
      {layout === 'tabs' && parts.length > 1 ? (
        <chakra.div display="flex" gap="6" minHeight="control" alignItems="center" px="3">
          {parts.map(part => (
            <Skeleton key={part.id} width="5.5rem" />
          ))}
        </chakra.div>
      ) : null}
      <chakra.div
        bg="bg.panel"
        borderWidth="1px"
        borderColor="border"
        borderRadius="lg"
        px={{ base: '4', md: '6' }}
        pt="5"
        pb="2"
      >
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of the definition never move
          <chakra.div key={at} display="grid" gridTemplateColumns={{ base: '1fr', md: 'repeat(12, 1fr)' }} columnGap="4">
            {row.map(item => (
              <chakra.div
                key={JSON.stringify(item)}
                pb="4"
                gridColumn={'field' in item ? { base: '1 / -1', md: `span ${item.span}` } : '1 / -1'}
              >
                <chakra.div height="1.5rem">
                  <Skeleton width="6rem" height="0.75rem" />
                </chakra.div>
                <Skeleton
                  height={'field' in item && fieldOf(register, item.field)?.kind !== 'image' ? 'var(--control-height)' : '7.5rem'}
                  radius="6px"
                />
              </chakra.div>
            ))}
          </chakra.div>
        ))}
      </chakra.div>
    </PageBox>
  )
}
