import type { SystemStyleObject } from '@chakra-ui/react/styled-system'

/** An input that fills a grid's cell: the cell draws the frame. */
export const compactLook: SystemStyleObject = {
  minHeight: '100%',
  height: '100%',
  px: '2',
  py: '0',
  fontSize: 'sm',
  borderColor: 'transparent',
  borderRadius: '0',
  _hover: { borderColor: 'transparent' },
}
