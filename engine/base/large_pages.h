#pragma once

namespace scree {

/// Gives the program memory on pages of 2 MiB instead of 4 KiB, where the system has them. A step goes through lists of
/// many megabytes in an order that is not theirs and would look up a page for almost every contact: at 20 000 grains
/// that is a twelfth of its time. The C library takes the setting from its environment only (GLIBC_TUNABLES), so this
/// starts the program anew, once, with the same arguments: call it first in main. Where that cannot be done it returns
/// and all stays as it is. Programs that this one starts inherit the setting.
void restartOnLargePages(char** argv);

}  // namespace scree
