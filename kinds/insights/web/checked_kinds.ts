// The kinds of data that the server's rules look at.
export const checkedKinds: readonly string[] = ['scalars', 'histograms'];
