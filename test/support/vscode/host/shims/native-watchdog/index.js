// The native module ends a process whose parent died. Here the recipe ends the whole process group, so there is
// nothing to watch for.
exports.start = () => {};
